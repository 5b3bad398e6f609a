// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

// Particles that go farther than pairs were looked for. Mostly they are one or two out of many
// thousands, a tip that whips round or a hem that is jerked, with no collider anywhere near: then
// all pairs still hold, and nothing but the reach of these few is another. For whoever looks round
// (contacts.c, cuda/contacts.inl).

#pragma once

#include "contacts_find.inl"

// How many times as long as the longest side edges and faces of a particle may be by now: they
// stretch.
#define CONTACT_STRAY_SIDES 2.0f

// Where pairs are looked for again, for the rest of a step.
LANE_FN void contact_open_again(const taut_step* s, const taut_work* w, const taut_contacts* k,
                                int seat, float left)
{
    taut_vec3 before = taut_rows_get(k->before, seat);
    float speed = taut_vec3_length(taut_rows_get(w->v, seat));
    float way = taut_vec3_length(taut_vec3_sub(taut_contact_place(w, seat), before));
    k->reach[seat] = way + (speed * s->h > way ? speed * s->h : way) * s->inverse_h * left;
    taut_rows_set(k->base, seat, before);
}

// The same for one of them.
LANE_FN void contact_open_stray(const taut_step* s, const taut_work* w, const taut_contacts* k,
                                int seat)
{
    float left = s->h * (float)(s->substep_count - s->substep);
    contact_open_again(s, w, k, seat, left);
    contact_widen_reach(k, seat, contact_fall(s, w, left));
}

// Whether it might have pairs with a collider that are not there. Its edges and faces are near
// where it is; of what is not among the colliders near by, and of facets, nobody asks more than a
// box.
LANE_CALL bool contact_stray_meets(const taut_step* s, const taut_work* w, const taut_contacts* k,
                                   int32_t seat, int collider)
{
    const taut_collider* c = &s->colliders->items[collider];
    contact_element e = contact_element_of(k, &seat, 1);
    float longest = CONTACT_STRAY_SIDES * sqrtf(k->longest2);
    bool sides = longest * longest > contact_sink2(k, c);
    float around = sides ? longest : 0.0f;
    if (!contact_comes_near(k, c, taut_box_grow(e.box, around))) {
        return false;
    }
    int near = contact_place_of(k, k->near_count, collider);
    bool plain = !sides && near >= 0 && !contact_has_facets(c);
    return plain ? w->w[seat] > 0.0f && contact_is_pair(k, c, near, &e) : true;
}
