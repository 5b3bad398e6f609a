// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "params.h"

#include <math.h>
#include <string.h>

#include "scenes/batch.h"

// What makes copies differ where nothing else is said.
#define DEFAULT_SEED 1
#define DEFAULT_JITTER 0.1
#define MOST_JITTER 100.0

taut_params taut_params_default(void)
{
    return (taut_params){.seed = -1, .jitter = -1.0};
}

// Reading -----------------------------------------------------------------------------------------

static bool names_something(const char* text)
{
    return strchr(text, '=') != NULL && text[0] != '=';
}

int taut_params_take_set(taut_params* params, const char* text)
{
    if (!names_something(text)) {
        taut_complain("--set %s: expected KEY=VALUE", text);
        return TAUT_EXIT_USAGE;
    }
    if (params->set_count == TAUT_CLI_MOST_SETS) {
        taut_complain("--set: at most %d times", TAUT_CLI_MOST_SETS);
        return TAUT_EXIT_USAGE;
    }
    params->sets[params->set_count++] = text;
    return TAUT_EXIT_OK;
}

int taut_params_take_vary(taut_params* params, const char* text)
{
    if (!names_something(text) || !strchr(strchr(text, '='), ':')) {
        taut_complain("--vary %s: expected KEY=LOW:HIGH, for instance drag=0.5:2", text);
        return TAUT_EXIT_USAGE;
    }
    if (params->varied_count == TAUT_SCENE_MAX_VARIED) {
        taut_complain("--vary: at most %d times", TAUT_SCENE_MAX_VARIED);
        return TAUT_EXIT_USAGE;
    }
    params->varied[params->varied_count++] = text;
    return TAUT_EXIT_OK;
}

int taut_params_take_seed(taut_params* params, const char* text)
{
    bool ok = taut_parse_whole("--seed", text, 0, TAUT_CLI_MOST_SEED, &params->seed);
    return ok ? TAUT_EXIT_OK : TAUT_EXIT_INPUT;
}

int taut_params_take_jitter(taut_params* params, const char* text)
{
    double value = 0.0;
    if (!taut_parse_number("--jitter", text, &value)) {
        return TAUT_EXIT_INPUT;
    }
    if (!(value >= 0.0 && value <= MOST_JITTER)) {
        taut_complain("--jitter %s is out of range: 0 to %g m/s", text, MOST_JITTER);
        return TAUT_EXIT_INPUT;
    }
    params->jitter = value;
    return TAUT_EXIT_OK;
}

int taut_params_take_copies(taut_params* params, const char* text)
{
    bool ok = taut_parse_whole("--copies", text, 1, TAUT_SCENE_MOST_COPIES, &params->copies);
    return ok ? TAUT_EXIT_OK : TAUT_EXIT_INPUT;
}

// Keys --------------------------------------------------------------------------------------------

static int unknown_key(const taut_scene* scene, const char* key, bool vary)
{
    taut_complain("scene `%s` has no parameter `%s`", scene->name, key);
    taut_guess guess = taut_guess_open(key);
    for (int i = 0; scene->params[i].key; ++i) {
        taut_guess_offer(&guess, scene->params[i].key);
    }
    for (int i = 0; vary && i < TAUT_SCENE_BODY_PARAM_COUNT; ++i) {
        taut_guess_offer(&guess, taut_scene_body_params[i].key);
    }
    taut_guess_print(&guess);
    fputs(scene->params[0].key ? "Its parameters:" : "It has none.", stderr);
    for (int i = 0; scene->params[i].key; ++i) {
        fprintf(stderr, "%s %s", i > 0 ? "," : "", scene->params[i].key);
    }
    fputs("\n", stderr);
    if (vary) {
        fputs("Of any scene:", stderr);
        for (int i = 0; i < TAUT_SCENE_BODY_PARAM_COUNT; ++i) {
            fprintf(stderr, "%s %s", i > 0 ? "," : "", taut_scene_body_params[i].key);
        }
        fputs("\n", stderr);
    }
    return TAUT_EXIT_USAGE;
}

// Number of a parameter in the scene's table, -1 where it has none of that name.
static int index_of(const taut_scene* scene, const char* key)
{
    for (int i = 0; scene->params[i].key; ++i) {
        if (strcmp(scene->params[i].key, key) == 0) {
            return i;
        }
    }
    return -1;
}

static const taut_scene_param* param_of(const taut_scene* scene, const char* key)
{
    int index = index_of(scene, key);
    const taut_scene_param* found = index >= 0 ? &scene->params[index] : NULL;
    for (int i = 0; !found && i < TAUT_SCENE_BODY_PARAM_COUNT; ++i) {
        found = strcmp(taut_scene_body_params[i].key, key) == 0 ? &taut_scene_body_params[i] : NULL;
    }
    return found;
}

static bool take_value(const taut_scene_param* p, const char* text, double* value)
{
    if (!taut_parse_number(p->key, text, value)) {
        return false;
    }
    if (!(*value >= p->min && *value <= p->max)) {
        taut_complain("%s = %s is out of range: %.10g to %.10g (%s)", p->key, text, p->min, p->max,
                      p->about);
        return false;
    }
    if (taut_scene_param_is_whole(p) && *value != floor(*value)) {
        taut_complain("%s = %s must be a whole number (%s)", p->key, text, p->about);
        return false;
    }
    return true;
}

// Applying ----------------------------------------------------------------------------------------

static void key_of(const char* text, char* key, size_t size)
{
    snprintf(key, size, "%.*s", (int)(strchr(text, '=') - text), text);
}

static int apply_set(const taut_scene* scene, const char* text, taut_scene_options* options)
{
    char key[64];
    key_of(text, key, sizeof key);
    int index = index_of(scene, key);
    if (index < 0) {
        return unknown_key(scene, key, false);
    }
    options->param_set[index] = true;
    bool ok = take_value(&scene->params[index], strchr(text, '=') + 1, &options->param[index]);
    return ok ? TAUT_EXIT_OK : TAUT_EXIT_INPUT;
}

// Whether it can be varied at all, in these copies.
static int check_varied(const taut_params* params, const taut_scene* scene,
                        const taut_scene_options* options, const char* key)
{
    int index = index_of(scene, key);
    if (!param_of(scene, key)) {
        return unknown_key(scene, key, true);
    }
    if (index >= 0 && options->param_set[index]) {
        taut_complain("%s cannot be set and varied", key);
        return TAUT_EXIT_USAGE;
    }
    if (params->copies > 1 && taut_scene_shares(scene, key)) {
        taut_complain("%s is the same for all of a world, which the copies of `%s` share: it can "
                      "be set, not varied",
                      key, scene->name);
        return TAUT_EXIT_USAGE;
    }
    for (int i = 0; i < options->vary_count; ++i) {
        if (strcmp(options->vary[i].key, key) == 0) {
            taut_complain("%s is varied twice", key);
            return TAUT_EXIT_USAGE;
        }
    }
    return TAUT_EXIT_OK;
}

static int apply_vary(taut_params* params, int i, const taut_scene* scene,
                      taut_scene_options* options)
{
    char* key = params->keys[i];
    const char* range = strchr(params->varied[i], '=') + 1;
    const char* high = strchr(range, ':') + 1;
    char low[64];
    key_of(params->varied[i], key, sizeof params->keys[i]);
    snprintf(low, sizeof low, "%.*s", (int)(high - 1 - range), range);
    int code = check_varied(params, scene, options, key);
    if (code != TAUT_EXIT_OK) {
        return code;
    }
    taut_scene_vary vary = {.key = key};
    const taut_scene_param* p = param_of(scene, key);
    if (!take_value(p, low, &vary.low) || !take_value(p, high, &vary.high)) {
        return TAUT_EXIT_INPUT;
    }
    if (vary.low > vary.high) {
        taut_complain("--vary %s: the first number must not exceed the second", params->varied[i]);
        return TAUT_EXIT_INPUT;
    }
    options->vary[options->vary_count++] = vary;
    return TAUT_EXIT_OK;
}

int taut_params_apply(taut_params* params, const taut_scene* scene, taut_scene_options* options)
{
    int code = TAUT_EXIT_OK;
    for (int i = 0; i < params->set_count && code == TAUT_EXIT_OK; ++i) {
        code = apply_set(scene, params->sets[i], options);
    }
    for (int i = 0; i < params->varied_count && code == TAUT_EXIT_OK; ++i) {
        code = apply_vary(params, i, scene, options);
    }
    options->seeded = params->seed >= 0 || params->jitter >= 0.0 || params->varied_count > 0 ||
                      params->copies > 0;
    options->seed = (uint64_t)(params->seed >= 0 ? params->seed : DEFAULT_SEED);
    options->jitter = (float)(params->jitter >= 0.0 ? params->jitter : DEFAULT_JITTER);
    return code;
}
