// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut: the command line. Finds the command, prints help, hands over.

#include <errno.h>
#include <string.h>

#include "cli.h"
#include "machine.h"

static const taut_command* const commands[] = {
    &taut_command_demo,   &taut_command_scenes, &taut_command_run,
    &taut_command_verify, &taut_command_bench,  &taut_command_doctor,
};

#define COMMAND_COUNT ((int)(sizeof commands / sizeof commands[0]))

static const taut_command* find_command(const char* name)
{
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

// Help --------------------------------------------------------------------------------------------

static void print_help(FILE* out)
{
    fputs("taut: ropes, cloth, soft bodies, ragdolls and bridges in real time\n"
          "\n"
          "usage: taut COMMAND [options]\n"
          "\n"
          "commands\n",
          out);
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        fprintf(out, "  %-10s%s\n", commands[i]->name, commands[i]->about);
    }
    fputs("  help      tell about a command: taut help run\n"
          "\n"
          "options\n"
          "  --help, -h   this text; after a command, about that command\n"
          "  --version    the version\n"
          "\n"
          "examples\n"
          "  taut demo                                 a picture and a plot in out/\n"
          "  taut scenes                               what there is to simulate\n"
          "  taut run cloth-100 --picture cloth.png    a cloth on two corners\n"
          "  taut run chain-12 --substeps 48 --json    figures for a program\n"
          "\n"
          "exit codes\n"
          "  0 ok   1 failure   2 usage   3 a value or file that cannot be used\n"
          "  4 diverged   5 another hash than expected   130 interrupted\n"
          "\n"
          "Data goes to stdout, progress and messages to stderr. NO_COLOR is respected.\n",
          out);
}

static void print_command_help(const taut_command* command)
{
    printf("taut %s: %s\n\nusage: taut %s %s\n\noptions\n", command->name, command->about,
           command->name, command->words);
    for (const taut_option* o = command->options; o->name; ++o) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->value ? " " : "",
                 o->value ? o->value : "");
        printf("  %-22s%s\n", left, o->about);
    }
    printf("  %-22s%s\n", "--help, -h", "this text");
    if (command->notes) {
        printf("\n%s", command->notes);
    }
    if (command->more) {
        putchar('\n');
        command->more();
    }
    printf("\nexamples\n%s", command->examples);
}

static bool asks_for_help(int argc, char** argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

// Handing over ------------------------------------------------------------------------------------

static int unknown_command(const char* name)
{
    taut_complain("there is no command `%s`", name);
    taut_guess guess = taut_guess_open(name);
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        taut_guess_offer(&guess, commands[i]->name);
    }
    taut_guess_offer(&guess, "help");
    taut_guess_offer(&guess, "--help");
    taut_guess_offer(&guess, "--version");
    taut_guess_print(&guess);
    fputs("`taut --help` lists them.\n", stderr);
    return TAUT_EXIT_USAGE;
}

static int help(int argc, char** argv)
{
    bool about_help = argc < 2 || strcmp(argv[1], "help") == 0 || asks_for_help(argc, argv);
    if (about_help) {
        print_help(stdout);
        return TAUT_EXIT_OK;
    }
    const taut_command* command = find_command(argv[1]);
    if (!command) {
        return unknown_command(argv[1]);
    }
    print_command_help(command);
    return TAUT_EXIT_OK;
}

static int dispatch(int argc, char** argv)
{
    if (argc < 2) {
        print_help(stderr);
        return TAUT_EXIT_USAGE;
    }
    const char* name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        return help(argc - 1, argv + 1);
    }
    if (strcmp(name, "--version") == 0) {
        char version[32];
        taut_version_text(version, sizeof version);
        printf("taut %s\n", version);
        return TAUT_EXIT_OK;
    }
    const taut_command* command = find_command(name);
    if (!command) {
        return unknown_command(name);
    }
    if (asks_for_help(argc - 1, argv + 1)) {
        print_command_help(command);
        return TAUT_EXIT_OK;
    }
    return command->run(argc - 1, argv + 1);
}

int main(int argc, char** argv)
{
    int code = dispatch(argc, argv);
    // A full disk or a closed pipe shows here at the latest.
    if (fflush(stdout) != 0 || ferror(stdout)) {
        taut_complain("cannot write the output: %s", strerror(errno));
        return code == TAUT_EXIT_OK ? TAUT_EXIT_FAILURE : code;
    }
    return code;
}
