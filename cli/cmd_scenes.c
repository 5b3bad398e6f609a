// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// taut scenes: lists the scenes, or tells about those that are named.

#include <string.h>

#include "cli.h"
#include "json.h"
#include "scenes/vary.h"

#define MOST_TAG 64

enum { OPT_JSON, OPT_TAG, OPT_COUNT };

static const taut_option options[OPT_COUNT + 1] = {
    [OPT_JSON] = {"--json", NULL, "print {\"scenes\": [...]} with every parameter"},
    [OPT_TAG] = {"--tag", "TAG", "only scenes with this tag; tags are listed below"},
};

// Tags --------------------------------------------------------------------------------------------

// Takes the next word of a list of tags; false at its end.
static bool next_tag(const char** at, char* tag, size_t size)
{
    *at += strspn(*at, " ");
    size_t length = strcspn(*at, " ");
    snprintf(tag, size, "%.*s", (int)length, *at);
    *at += length;
    return length > 0;
}

static bool any_has_tag(int scene_count, const char* tag)
{
    for (int i = 0; i < scene_count; ++i) {
        if (taut_scene_has_tag(taut_scene_at(i), tag)) {
            return true;
        }
    }
    return false;
}

// Each once, in the order of the scenes.
static void print_tags(FILE* out)
{
    fputs("Tags:", out);
    for (int i = 0, count = 0; i < taut_scene_count(); ++i) {
        const char* at = taut_scene_at(i)->tags;
        char tag[MOST_TAG];
        while (at && next_tag(&at, tag, sizeof tag)) {
            if (!any_has_tag(i, tag)) {
                fprintf(out, "%s %s", count > 0 ? "," : "", tag);
                ++count;
            }
        }
    }
    fputs(".\n", out);
}

static void tell_tags(void)
{
    print_tags(stdout);
}

static int unknown_tag(const char* tag)
{
    taut_complain("no scene has the tag `%s`", tag);
    print_tags(stderr);
    return TAUT_EXIT_USAGE;
}

// JSON --------------------------------------------------------------------------------------------

static void json_tags(taut_json* json, const char* tags)
{
    taut_json_key(json, "tags");
    taut_json_begin_array(json, true);
    char tag[MOST_TAG];
    while (next_tag(&tags, tag, sizeof tag)) {
        taut_json_string(json, tag);
    }
    taut_json_end_array(json);
}

static void json_parameters(taut_json* json, const taut_scene_param* params)
{
    taut_json_key(json, "parameters");
    taut_json_begin_array(json, false);
    for (int i = 0; i < TAUT_SCENE_MAX_PARAMS && params[i].key; ++i) {
        taut_json_begin_object(json, true);
        taut_json_put_string(json, "key", params[i].key);
        taut_json_put_string(json, "about", params[i].about);
        taut_json_put_double(json, "value", params[i].value);
        taut_json_put_bool(json, "whole", taut_scene_param_is_whole(&params[i]));
        taut_json_put_double(json, "min", params[i].min);
        taut_json_put_double(json, "max", params[i].max);
        taut_json_end_object(json);
    }
    taut_json_end_array(json);
}

static void json_scene(taut_json* json, const taut_scene* scene)
{
    taut_json_begin_object(json, false);
    taut_json_put_string(json, "name", scene->name);
    taut_json_put_string(json, "about", scene->about);
    json_tags(json, scene->tags ? scene->tags : "");
    taut_json_put_string(json, "solver", taut_solver_name(scene->solver));
    taut_json_put_float(json, "dt", scene->dt);
    taut_json_put_integer(json, "substeps", scene->substeps);
    taut_json_put_integer(json, "frames", scene->frames);
    json_parameters(json, scene->params);
    taut_json_end_object(json);
}

// Text --------------------------------------------------------------------------------------------

static int longest_name(void)
{
    int longest = 0;
    for (int i = 0; i < taut_scene_count(); ++i) {
        int length = (int)strlen(taut_scene_at(i)->name);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void text_in_full(const taut_scene* scene)
{
    printf("%s: %s\n\n", scene->name, scene->about);
    printf("  %-12s%s\n", "tags", scene->tags);
    printf("  %-12s%s, %d substeps, %d frames of %.4g s\n", "by default",
           taut_solver_name(scene->solver), scene->substeps, scene->frames, (double)scene->dt);
    for (int i = 0; i < TAUT_SCENE_MAX_PARAMS && scene->params[i].key; ++i) {
        const taut_scene_param* p = &scene->params[i];
        printf("  --set %s=%.10g (%.10g to %.10g%s): %s\n", p->key, p->value, p->min, p->max,
               taut_scene_param_is_whole(p) ? ", whole" : "", p->about);
    }
}

// Choosing ----------------------------------------------------------------------------------------

typedef struct request {
    bool json;
    const char* tag;
    taut_choice choice;
} request;

static bool wanted(const request* r, const taut_scene* scene)
{
    return taut_choice_has(&r->choice, scene) && (!r->tag || taut_scene_has_tag(scene, r->tag));
}

static bool any_wanted(const request* r)
{
    for (int i = 0; i < taut_scene_count(); ++i) {
        if (wanted(r, taut_scene_at(i))) {
            return true;
        }
    }
    return false;
}

static void show_json(const request* r)
{
    taut_json json = taut_json_open(stdout);
    taut_json_begin_object(&json, false);
    taut_json_key(&json, "scenes");
    taut_json_begin_array(&json, false);
    for (int i = 0; i < taut_scene_count(); ++i) {
        if (wanted(r, taut_scene_at(i))) {
            json_scene(&json, taut_scene_at(i));
        }
    }
    taut_json_end_array(&json);
    taut_json_end_object(&json);
}

static void show_text(const request* r)
{
    int width = longest_name();
    bool first = true;
    for (int i = 0; i < taut_scene_count(); ++i) {
        const taut_scene* scene = taut_scene_at(i);
        if (!wanted(r, scene)) {
            continue;
        }
        if (r->choice.count > 0) {
            fputs(first ? "" : "\n", stdout);
            text_in_full(scene);
        } else {
            printf("%-*s  %s\n", width, scene->name, scene->about);
        }
        first = false;
    }
    if (r->choice.count == 0 && !first) {
        puts("\n`taut scenes NAME` tells what can be set; `taut run NAME` runs one.");
    }
}

static int list_scenes(int argc, char** argv)
{
    request r = {0};
    taut_args args = taut_args_open(&taut_command_scenes, argc, argv);
    for (int option = taut_args_next(&args); option != TAUT_ARG_END;
         option = taut_args_next(&args)) {
        if (option == OPT_JSON) {
            r.json = true;
        } else if (option == OPT_TAG) {
            r.tag = args.value;
        } else if (option == TAUT_ARG_ERROR || !taut_choice_add(&r.choice, args.value)) {
            return TAUT_EXIT_USAGE;
        }
    }
    if (r.tag && !any_has_tag(taut_scene_count(), r.tag)) {
        return unknown_tag(r.tag);
    }
    if (!any_wanted(&r)) {
        taut_complain("none of the scenes named has the tag `%s`", r.tag);
        return TAUT_EXIT_USAGE;
    }
    if (r.json) {
        show_json(&r);
    } else {
        show_text(&r);
    }
    return TAUT_EXIT_OK;
}

const taut_command taut_command_scenes = {
    .name = "scenes",
    .words = "[SCENE...] [options]",
    .about = "list the scenes, or tell about some of them",
    .options = options,
    .more = tell_tags,
    .examples = "  taut scenes\n"
                "  taut scenes cloth-100\n"
                "  taut scenes --tag compare\n"
                "  taut scenes --json\n",
    .run = list_scenes,
};
