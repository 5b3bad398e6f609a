// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// What the commands of `taut` share: exit codes, the table of commands and their options, reading
// of arguments, sentences for the user. Data goes to stdout, everything else to stderr.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "taut/taut.h"

#ifdef __GNUC__
#define TAUT_CLI_FORMAT(string_index, first) __attribute__((format(printf, string_index, first)))
#else
#define TAUT_CLI_FORMAT(string_index, first)
#endif

enum {
    TAUT_EXIT_OK = 0,
    TAUT_EXIT_FAILURE = 1,
    TAUT_EXIT_USAGE = 2,  // an unknown command, option, scene, solver or key;
                          // a backend that is not to be had
    TAUT_EXIT_INPUT = 3,  // a value out of range, a file that cannot be used
    TAUT_EXIT_DIVERGED = 4,
    TAUT_EXIT_MISMATCH = 5,  // another hash than expected
    TAUT_EXIT_INTERRUPTED = 130,
};

// Limits of what `run` accepts.
#define TAUT_CLI_MOST_FRAMES 10000000
#define TAUT_CLI_MOST_SUBSTEPS 10000
#define TAUT_CLI_MOST_ITERATIONS 10000
#define TAUT_CLI_MOST_THREADS 256

// Commands ----------------------------------------------------------------------------------------

// One option. A table ends with name NULL.
typedef struct taut_option {
    const char* name;   // "--frames"
    const char* value;  // what follows it, as shown in the help: "N"; NULL for a flag
    const char* about;
} taut_option;

typedef struct taut_command {
    const char* name;
    const char* words;  // what follows the name in the usage line: "SCENE [options]"
    const char* about;  // one line
    const taut_option* options;
    const char* notes;     // paragraphs after the options, or NULL
    void (*more)(void);    // prints notes that must be looked up, or NULL
    const char* examples;  // lines, each indented by two spaces
    // argv[0] is the command's name and argv[-1] the program's, as it was called. Returns the exit
    // code.
    int (*run)(int argc, char** argv);
} taut_command;

extern const taut_command taut_command_scenes;
extern const taut_command taut_command_run;
extern const taut_command taut_command_verify;
extern const taut_command taut_command_bench;
extern const taut_command taut_command_doctor;
extern const taut_command taut_command_demo;

// Reading arguments (options.c) -------------------------------------------------------------------

enum {
    TAUT_ARG_END = -1,
    TAUT_ARG_WORD = -2,   // not an option; args->value is the word
    TAUT_ARG_ERROR = -3,  // a sentence has been printed: return TAUT_EXIT_USAGE
};

typedef struct taut_args {
    const taut_command* command;
    int argc;
    char** argv;
    int next;
    bool only_words;    // after `--`
    const char* value;  // of the option or word that was read last
} taut_args;

taut_args taut_args_open(const taut_command* command, int argc, char** argv);

// The number of the next option in the command's table, or one of TAUT_ARG_. Accepts `--name VALUE`
// and `--name=VALUE`.
int taut_args_next(taut_args* args);

// These print a sentence and return false when the text is unreadable or out of range: return
// TAUT_EXIT_INPUT. `name` is the option as the user typed it.
bool taut_parse_whole(const char* name, const char* text, long long min, long long max,
                      long long* value);
bool taut_parse_number(const char* name, const char* text, double* value);
bool taut_parse_dt(const char* name, const char* text, float* dt);
bool taut_parse_hash(const char* name, const char* text, uint64_t* hash);
// 0 gives what it stands for: one per core, or 1 where the library starts no threads.
bool taut_parse_threads(const char* name, const char* text, int* threads);

// Above 0, at most 1e9.
bool taut_parse_microseconds(const char* name, const char* text, float* microseconds);
// `0.01` or `1%`, above 0 and at most 10.
bool taut_parse_part(const char* name, const char* text, float* part);
// `A:B`, whole numbers from 1 to `max` in this order.
bool taut_parse_range(const char* name, const char* text, long long max, int* low, int* high);

// The name of a file. The ending says what is in it; one that says something else is a mistake.
bool taut_parse_file(const char* name, const char* ending, const char* text, const char** path);

// Finding out after an hour that the plot cannot be written would be a pity. NULL is fine.
bool taut_can_write(const char* path);

// These print a sentence that says what there is and return false: return TAUT_EXIT_USAGE.
bool taut_parse_solver(const char* text, int* solver);
bool taut_parse_backend(const char* text, taut_backend_kind* backend);

// True when a world can be made with this backend.
bool taut_backend_is_there(taut_backend_kind backend);

// The same, and in `error` why not; and of that the reason alone.
bool taut_backend_try(taut_backend_kind backend, taut_error* error);
const char* taut_backend_trouble(const taut_error* error);

// "auto, scalar, avx2": every backend of this build.
void taut_backend_list(char* text, size_t size);

// Keeps the candidate that is nearest to a mistyped word.
typedef struct taut_guess {
    const char* word;
    const char* best;  // NULL while nothing is near enough
    int distance;
} taut_guess;

taut_guess taut_guess_open(const char* word);
void taut_guess_offer(taut_guess* guess, const char* candidate);
// Prints "Did you mean ...?" to stderr when there is something to say.
void taut_guess_print(const taut_guess* guess);

// Number of insertions, removals, replacements and swaps of neighbours between two words, without
// regard to case; words are compared up to 63 characters.
int taut_edit_distance(const char* a, const char* b);

// Talking (options.c) -----------------------------------------------------------------------------

// "taut: ..." on stderr, with a line end.
TAUT_CLI_FORMAT(1, 2) void taut_complain(const char* format, ...);

// The scene called `name`, or NULL after a sentence with a suggestion.
struct taut_scene;
const struct taut_scene* taut_find_scene(const char* name);

// Scenes that were named on the command line.
#define TAUT_CLI_MOST_NAMED 64
typedef struct taut_choice {
    const struct taut_scene* scenes[TAUT_CLI_MOST_NAMED];
    int count;
} taut_choice;

// False after a sentence: return TAUT_EXIT_USAGE.
bool taut_choice_add(taut_choice* choice, const char* name);

// True for the scenes that were named, and for all when none was.
bool taut_choice_has(const taut_choice* choice, const struct taut_scene* scene);

// 59002 as "59,002".
const char* taut_group_digits(long long value, char* text, size_t size);
