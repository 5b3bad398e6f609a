// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Light or dark: what the system says, until the visitor says otherwise.

const KEY = "taut-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function stored(): string | null {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null; // a page opened where nothing may be stored
    }
}

export function isDark(): boolean {
    const chosen = stored();
    return chosen ? chosen === "dark" : system.matches;
}

export function toggleTheme(): void {
    try {
        localStorage.setItem(KEY, isDark() ? "light" : "dark");
    } catch {
        // Then it lasts as long as the page.
    }
    document.documentElement.dataset["theme"] =
        document.documentElement.dataset["theme"] === "dark" ? "light" : "dark";
}

export function followTheme(use: (dark: boolean) => void): void {
    const root = document.documentElement;
    const apply = (): void => use(root.dataset["theme"] === "dark");
    root.dataset["theme"] = isDark() ? "dark" : "light";
    system.addEventListener("change", () => {
        root.dataset["theme"] = isDark() ? "dark" : "light";
    });
    new MutationObserver(apply).observe(root, { attributeFilter: ["data-theme"] });
    apply();
}

export const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
