#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Taut authors

"""Writes src/generated/ from the public headers: enums, structs with their layouts, functions.

    web/generate.py           writes
    web/generate.py --check   says which files are stale, and exits with 1

clang-16 reads the headers, for wasm32. Layouts are computed here and checked by the same compiler.
"""

import json
import pathlib
import re
import subprocess
import sys
import textwrap

WEB = pathlib.Path(__file__).resolve().parent
ROOT = WEB.parent
OUT = WEB / "src" / "generated"
CLANG = ["clang-16", "--target=wasm32-wasi", "-std=c17", f"-I{ROOT / 'include'}", "-x", "c"]
HEADERS = '#include "taut/taut.h"\n#include "taut/taut_debug.h"\n#include <stddef.h>\n'
NOTICE = """// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Written by web/generate.py from the headers. Do not edit.

"""

BASIC = {  # C type: (size, code)
    "float": (4, "f32"), "double": (8, "f64"), "int": (4, "i32"), "int32_t": (4, "i32"),
    "uint32_t": (4, "u32"), "unsigned int": (4, "u32"), "int64_t": (8, "i64"),
    "uint64_t": (8, "u64"), "size_t": (4, "u32"), "_Bool": (1, "bool"), "bool": (1, "bool"),
    "unsigned long": (4, "u32"), "long long": (8, "i64"), "unsigned long long": (8, "u64"),
    "uint8_t": (1, "u8"), "char": (1, "char"),
}
VALUES = {"taut_vec3": "vec3", "taut_quat": "quat", "taut_body_id": "id", "taut_collider_id": "id",
          "taut_attachment_id": "id"}

# Structs that callers fill in, beside those named *_def: every field may be left out.
INPUTS = {"taut_rope_material", "taut_cloth_material", "taut_soft_material", "taut_blob_material",
          "taut_surface", "taut_filter", "taut_teleport", "taut_blade", "taut_truss_node",
          "taut_truss_member"}
# What callers never see as a struct of its own.
PRIVATE = {"taut_vec3", "taut_quat", "taut_allocator", "taut_vec3_view", "taut_int_view",
           "taut_event_view", "taut_bytes", "taut_replay", "taut_replay_def", "taut_hits",
           "taut_error", "taut_path_load", "taut_body_id", "taut_collider_id",
           "taut_attachment_id", "taut_solver_preset", "taut_constraint_info"}
# Materials that have names, which may stand in for them.
NAMED = {"taut_rope_material", "taut_cloth_material", "taut_soft_material"}

# Pointers that come with a count: (what, numbers per item, field with the count or None).
ARRAYS = {
    ("taut_mesh_cloth_def", "vertices"): ("f32", 3, "vertex_count"),
    ("taut_mesh_cloth_def", "triangles"): ("i32", 3, "triangle_count"),
    ("taut_soft_mesh_def", "vertices"): ("f32", 3, "vertex_count"),
    ("taut_soft_mesh_def", "triangles"): ("i32", 3, "triangle_count"),
    ("taut_mesh_shape_def", "vertices"): ("f32", 3, "vertex_count"),
    ("taut_mesh_shape_def", "triangles"): ("i32", 3, "triangle_count"),
    ("taut_height_field_def", "heights"): ("f32", 1, None),
    ("taut_blob_def", "outline"): ("f32", 3, "outline_count"),
    ("taut_gas_def", "loop"): ("i32", 1, "loop_count"),
    ("taut_skin_def", "vertices"): ("f32", 3, "vertex_count"),
    ("taut_skin_def", "normals"): ("f32", 3, None),
    ("taut_recording_def", "blueprints"): ("ref", 1, "blueprint_count"),
    ("taut_recording_def", "shapes"): ("ref", 1, "shape_count"),
    ("taut_replay_def", "blueprints"): ("ref", 1, "blueprint_count"),
    ("taut_replay_def", "shapes"): ("ref", 1, "shape_count"),
    ("taut_ragdoll_def", "bones"): ("taut_bone_def", 1, "bone_count"),
    ("taut_truss_def", "nodes"): ("taut_truss_node", 1, "node_count"),
    ("taut_truss_def", "members"): ("taut_truss_member", 1, "member_count"),
}
# A count that may also be given by itself: the circle of a blob has so many points.
COUNTS_APART = {("taut_blob_def", "outline_count")}
# Pointers to objects that have a class of their own.
REFS = {"taut_blueprint": "Blueprint", "taut_shape": "Shape"}
BITS = {"TAUT_STEP_": "StepTrouble", "TAUT_SUPPORT_": "Support"}
SENTINELS = {"TAUT_HUMANOID_BONES"}


def camel(name):
    return re.sub(r"_(\w)", lambda m: m.group(1).upper(), name)


def title(name):
    """taut_rope_def -> RopeDef"""
    name = camel(name.removeprefix("taut_"))
    return name[0].upper() + name[1:]


# Reading the headers -----------------------------------------------------------------------------


def read_ast():
    done = subprocess.run([*CLANG, "-fsyntax-only", "-Xclang", "-ast-dump=json", "-"],
                          input=HEADERS, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["inner"]


def text_of(node):
    if node["kind"] == "TextComment":
        return node["text"].strip() + "\n"
    if node["kind"] == "InlineCommandComment":
        return "".join(text_of(i) for i in node.get("inner", []))
    words = "".join(text_of(i) for i in node.get("inner", []))
    if node["kind"] == "ParamCommandComment":
        return f"@param {camel(node.get('param', ''))} {words.strip()}\n"
    if node["kind"] == "BlockCommandComment":
        return f"@{node['name'].replace('return', 'returns')} {words.strip()}\n"
    return words + ("\n" if node["kind"] == "ParagraphComment" and words.strip() else "")


def doc_of(decl):
    for node in decl.get("inner", []):
        if node["kind"] == "FullComment":
            text = "".join(text_of(i) for i in node.get("inner", []))
            return re.sub(r"\n{3,}", "\n\n", re.sub(r"\n\n(?=@)", "\n", text)).strip()
    return ""


def doc_lines(text, indent=""):
    """A JSDoc comment of 100 columns."""
    if not text:
        return ""
    out = []
    for part in re.split(r"\n(?=@)|\n\n", text):
        part = part.replace("*/", "* /")
        keep = [] if re.search(r"^\s+- ", part, re.M) else [part]
        for line in keep or part.split("\n"):
            later = "    " if part.startswith("@") else ""
            out += textwrap.wrap(" ".join(line.split()), 96 - len(indent) - 3,
                                 subsequent_indent=later) or [""]
        if not part.startswith("@"):
            out.append("")
    while out and not out[-1]:
        out.pop()
    if len(out) == 1:
        return f"{indent}/** {out[0]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in out)
    return f"{indent}/**\n{body}{indent} */\n"


class Headers:
    def __init__(self):
        self.enums, self.bits, self.structs, self.functions = {}, {}, {}, {}
        self.typedefs = {}
        for decl in read_ast():
            name = decl.get("name", "")
            if decl["kind"] == "TypedefDecl" and name.startswith("taut_"):
                self.typedefs[name] = decl["type"]["qualType"]
            elif decl["kind"] == "EnumDecl":
                self.add_enum(decl)
            elif decl["kind"] == "RecordDecl" and decl.get("completeDefinition"):
                if name.startswith("taut_"):
                    self.structs[name] = decl
            elif decl["kind"] == "FunctionDecl" and decl.get("storageClass") == "extern":
                if name.startswith("taut_"):
                    self.functions[name] = decl
        self.layouts = {}
        for name in self.structs:
            self.layout(name)

    def add_enum(self, decl):
        items, value = [], -1
        for item in decl["inner"]:
            if item["kind"] != "EnumConstantDecl":
                continue
            given = [i for i in item.get("inner", []) if i["kind"] == "ConstantExpr"]
            value = int(given[0]["value"]) if given else value + 1
            items.append((item["name"], value, doc_of(item)))
        if "name" not in decl:
            prefix = next((p for p in BITS if items[0][0].startswith(p)), None)
            if prefix:
                self.bits[BITS[prefix]] = (prefix, items)
            return
        items = [i for i in items if not i[0].endswith("_COUNT") and i[0] not in SENTINELS]
        self.enums[decl["name"]] = (items, doc_of(decl))

    # Layouts: wasm32 aligns everything by its size.

    def type_of(self, ctype):
        """(size, alignment, code) of a C type."""
        ctype = re.sub(r"\b(const|struct|enum)\b", "", ctype).strip()
        array = re.fullmatch(r"(.*?)\s*\[(\d+)\]", ctype)
        if array:
            size, align, code = self.type_of(array.group(1))
            return size * int(array.group(2)), align, f"{code}[{array.group(2)}]"
        if "*" in ctype or "(" in ctype:
            return 4, 4, "ptr"
        if ctype in BASIC:
            size, code = BASIC[ctype]
            return size, size, code
        if ctype in self.enums:
            return 4, 4, ctype
        if ctype in self.structs:
            size, align, _ = self.layout(ctype)
            return size, align, VALUES.get(ctype, ctype)
        raise SystemExit(f"generate.py: what is {ctype}?")

    def layout(self, name):
        if name not in self.layouts:
            at, most, fields = 0, 1, []
            for field in self.structs[name]["inner"]:
                if field["kind"] != "FieldDecl":
                    continue
                ctype = field["type"]["qualType"]
                size, align, code = self.type_of(ctype)
                at = -(-at // align) * align
                code = self.pointer_code(name, field["name"], ctype, code)
                fields.append((field["name"], at, code, doc_of(field), ctype))
                at, most = at + size, max(most, align)
            self.layouts[name] = (-(-at // most) * most, most, fields)
        return self.layouts[name]

    def pointer_code(self, struct, field, ctype, code):
        if code != "ptr":
            return code
        if (struct, field) in ARRAYS:
            what, per, count = ARRAYS[struct, field]
            return f"*{what}/{per}" + (f">{camel(count)}" if count else "")
        pointed = re.sub(r"\bconst\b|\*", "", ctype).strip()
        return "ref" if pointed in REFS and struct.endswith("_def") else "ptr"

    def check(self):
        lines = [HEADERS]
        for name, (size, _, fields) in self.layouts.items():
            lines.append(f'_Static_assert(sizeof({name}) == {size}, "{name}");')
            for field, at, *_ in fields:
                lines.append(f'_Static_assert(offsetof({name}, {field}) == {at}, "{field}");')
        done = subprocess.run([*CLANG, "-fsyntax-only", "-"], input="\n".join(lines), text=True)
        if done.returncode:
            raise SystemExit("generate.py: layouts differ from the compiler's")


# Enums -------------------------------------------------------------------------------------------


def common_prefix(names):
    words = [n.split("_") for n in names]
    shared = 0
    while all(len(w) > shared + 1 and w[shared] == words[0][shared] for w in words):
        shared += 1
    return "_".join(words[0][:shared]) + "_"


def enum_strings(name, items):
    if name == "taut_result":
        prefix = "TAUT_"
    else:
        prefix = common_prefix([i[0] for i in items])
    words = [i[0].removeprefix(prefix).removeprefix("ERROR_") for i in items]
    return [w.lower().replace("_", "-") for w in words]


def write_enums(h):
    out = [NOTICE]
    for name, (items, doc) in h.enums.items():
        strings = enum_strings(name, items)
        if [i[1] for i in items] != list(range(len(items))):
            raise SystemExit(f"generate.py: {name} does not count from 0")
        about = "\n".join(f"- `{s}`: {i[2]}" for s, i in zip(strings, items) if i[2])
        text = doc + ("\n\n" + about if about else "")
        out.append(enum_doc(doc, strings, items) if text else "")
        out.append(f"export type {title(name)} =\n    | " +
                   "\n    | ".join(f'"{s}"' for s in strings) + ";\n\n")
    out.append("/** Names of the values of each enum, in their order. */\nexport const enums = {\n")
    for name, (items, _) in h.enums.items():
        words = " ".join(enum_strings(name, items))
        out.append(wrap_words(name, words))
    out.append("} as const satisfies Record<string, string>;\n")
    for name, (prefix, items) in h.bits.items():
        out.append(f"\n/** Bits of `{prefix}...` */\nexport const {name[0].lower() + name[1:]}Bits = {{\n")
        for item, value, doc in items:
            out.append(doc_lines(doc, "    "))
            out.append(f"    {camel(item.removeprefix(prefix).lower())}: {value},\n")
        out.append("} as const;\n")
    return "".join(out)


def enum_doc(doc, strings, items):
    lines = textwrap.wrap(" ".join(doc.split()), 93)
    lines += [""] if lines and any(i[2] for i in items) else []
    for word, item in zip(strings, items):
        if item[2]:
            lines += textwrap.wrap(f"- `{word}`: {' '.join(item[2].split())}", 93,
                                   subsequent_indent="  ")
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def wrap_words(name, words):
    line = f'    {name}: "{words}",\n'
    if len(line) <= 101:
        return line
    parts = textwrap.wrap(words, 84, break_on_hyphens=False)
    return f"    {name}:\n        " + ' +\n        '.join(
        f'"{p}{" " if i + 1 < len(parts) else ""}"' for i, p in enumerate(parts)) + ",\n"


# Structs -----------------------------------------------------------------------------------------


def is_input(name):
    return name.endswith("_def") or name in INPUTS


def ts_type(h, code, given):
    array = re.fullmatch(r"(.*)\[(\d+)\]", code)
    if array:
        if array.group(1) == "char":
            return "string"
        inner = ts_type(h, array.group(1), given)
        return f"readonly {inner}[]" if "|" not in inner else f"readonly ({inner})[]"
    if code.startswith("*"):
        what = code[1:].split("/")[0]
        if what in ("f32", "i32"):
            return "ArrayLike<number>"
        return {"ref": "readonly Ref[]"}.get(what) or f"readonly {title(what)}[]"
    if code in h.enums:
        return title(code)
    if code in NAMED and given:
        return f"{title(code)} | {title(code)}Name"
    if code in h.structs:
        return title(code)
    return {"f32": "number", "f64": "number", "i32": "number", "u32": "number", "i64": "number",
            "u64": "bigint", "u8": "number", "bool": "boolean", "ref": "Ref",
            "vec3": "Vec3Like" if given else "Vec3", "quat": "QuatLike" if given else "Quat",
            "id": "IdLike" if given else "Id"}[code]


def counts_of(name):
    return {c for (s, _), (_, _, c) in ARRAYS.items() if s == name and c and
            (s, c) not in COUNTS_APART}


def shown(name, fields):
    hidden = counts_of(name) | {"stamp", "allocator"}
    return [f for f in fields if f[2] not in ("ptr", "taut_vec3_view") and f[0] not in hidden]


def write_structs(h):
    values = ("ClothMaterialName Id IdLike Quat QuatLike Ref RopeMaterialName SoftMaterialName "
              "Vec3 Vec3Like").split()
    lines = "".join(f"    {value},\n" for value in values)
    out = [NOTICE, f'import type {{\n{lines}}} from "../values.js";\n']
    names = [title(n) for n in h.enums if n != "taut_result"]
    body = []
    for name, (_, _, fields) in h.layouts.items():
        if name in PRIVATE:
            continue
        given = is_input(name)
        body.append("\n" + doc_lines(doc_of(h.structs[name])))
        body.append(f"export interface {title(name)} {{\n")
        for field, _, code, doc, _ in shown(name, fields):
            body.append(doc_lines(doc, "    "))
            mark = "?: " if given else ": "
            start = "    " if given else "    readonly "
            body.append(f"{start}{camel(field)}{mark}{ts_type(h, code, given)};\n")
        body.append("}\n")
    text = "".join(body)
    used = [n for n in names if re.search(rf"\b{n}\b", text)]
    out.append("import type {\n" + "".join(f"    {n},\n" for n in used) + '} from "./enums.js";\n')
    return "".join(out) + text


def write_layouts(h):
    out = [NOTICE, "/**\n * Size of each struct in bytes, then its fields: name, offset, code. A "
           "code is a number type, an\n * enum, a struct, `vec3`, `quat`, `id`, `ref` (a pointer "
           "to an object), `*what/per>count` (an array\n * and the field that counts it) or "
           "`ptr`, which callers do not see; `[n]` behind it for n of them.\n */\n",
           "export const layouts = {\n"]
    for name, (size, _, fields) in h.layouts.items():
        words = " ".join([str(size)] + [f"{camel(f)}:{at}:{code}" for f, at, code, *_ in fields])
        out.append(wrap_words(name, words))
    out.append("} as const satisfies Record<string, string>;\n")
    return "".join(out)


# Functions ---------------------------------------------------------------------------------------


def raw_type(h, ctype):
    ctype = re.sub(r"\bconst\b", "", ctype).strip()
    if "*" in ctype or "(" in ctype or "[" in ctype:
        return "Pointer"
    if ctype in h.structs:
        return "Pointer"
    if ctype in ("int64_t", "uint64_t"):
        return "bigint"
    return {"void": "void"}.get(ctype, "number")


def raw_signature(h, decl):
    result = decl["type"]["qualType"].split("(")[0].strip()
    params = [(p["name"], p["type"]["qualType"]) for p in decl.get("inner", [])
              if p["kind"] == "ParmVarDecl"]
    bare = re.sub(r"\bconst\b", "", result).strip()
    words = [f"{camel(n)}: {raw_type(h, t)}" for n, t in params]
    if bare in h.structs:
        return ["result: Pointer"] + words, "void"
    return words, raw_type(h, result)


def write_functions(h):
    out = [NOTICE, "/** A place in the memory of the module. 0 is NULL. */\n"
           "export type Pointer = number;\n\n"
           "/**\n * Every public function of the C library, as the module exports it. Structs are "
           "handed over by\n * pointer, also those that C takes by value; a struct that C gives "
           "back is written to `result`.\n * bool is 0 or 1, an enum is its number.\n */\n"
           "export interface Raw {\n"]
    for name, decl in sorted(h.functions.items()):
        words, result = raw_signature(h, decl)
        out.append(doc_lines(doc_of(decl), "    "))
        line = f"    {name}({', '.join(words)}): {result};\n"
        if len(line) > 101:
            line = f"    {name}(\n" + "".join(f"        {w},\n" for w in words) + f"    ): {result};\n"
        out.append(line)
    out.append("}\n")
    return "".join(out)


def main():
    h = Headers()
    h.check()
    files = {"enums.ts": write_enums(h), "structs.ts": write_structs(h),
             "layouts.ts": write_layouts(h), "functions.ts": write_functions(h)}
    stale = []
    for name, text in files.items():
        path = OUT / name
        if path.exists() and path.read_text() == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            OUT.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if stale and "--check" in sys.argv:
        print(f"generate.py: stale: {', '.join(stale)}; run web/generate.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
