// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Taut authors

#include "contacts_order.h"

#include <string.h>

_Static_assert(sizeof(taut_standing) >= sizeof(uint64_t), "between steps one lies in the other");
_Static_assert(TAUT_CONTACT_COLOURS <= 64, "a bit for each");

static void forget_taken(taut_contact_order* order, const taut_contacts* k)
{
    memset(order->taken, 0, (size_t)k->seat_count * sizeof *order->taken);
}

static taut_contact_order begin(taut_contacts* k, taut_contact_colours* colours, int width,
                                int room)
{
    taut_contact_order order = {
        .colours = colours, .taken = (void*)k->on, .width = width, .room = room};
    forget_taken(&order, k);
    return order;
}

taut_contact_order taut_order_edges(taut_contacts* k)
{
    taut_contact_order order = begin(k, &k->edge_colours, 2, k->edge_room);
    order.in_turn = k->bend_room > 0;
    return order;
}

// The number after the last colour where a particle has them all.
static int colour_for(const taut_contact_order* order, const int32_t* seats)
{
    uint64_t taken = 0;
    for (int i = 0; i < order->width; ++i) {
        taken |= order->taken[seats[i]];
    }
    int colour = order->in_turn ? TAUT_CONTACT_COLOURS : 0;
    while (colour < TAUT_CONTACT_COLOURS && (taken >> colour & 1) != 0) {
        ++colour;
    }
    for (int i = 0; i < order->width && colour < TAUT_CONTACT_COLOURS; ++i) {
        order->taken[seats[i]] |= UINT64_C(1) << colour;
    }
    return colour;
}

void taut_order_add(taut_contact_order* order, const int32_t seats[3])
{
    if (order->count == order->room) {
        return;
    }
    ++order->count;
    int place = order->next[colour_for(order, seats)]++;
    if (order->out != NULL) {
        memcpy(order->out + (ptrdiff_t)order->width * place, seats,
               (size_t)order->width * sizeof *seats);
    }
}

void taut_order_place(taut_contact_order* order, const taut_contacts* k)
{
    int32_t* first = order->colours->first;
    first[0] = 0;
    for (int i = 0; i <= TAUT_CONTACT_COLOURS; ++i) {
        first[i + 1] = first[i] + order->next[i];
        order->next[i] = first[i];
    }
    order->count = 0;
    order->out = order->width == 2 ? k->edges : k->faces;
    forget_taken(order, k);
}

int taut_order_end(const taut_contact_order* order)
{
    return order->count;
}

static void tell_faces(taut_contact_order* order, const taut_blueprint* p)
{
    const int32_t* seat_of = p->schedule.seating.seat_of;
    for (int i = 0; i < p->triangle_count; ++i) {
        const int32_t* t = p->triangles + (ptrdiff_t)3 * i;
        const int32_t seats[3] = {seat_of[t[0]], seat_of[t[1]], seat_of[t[2]]};
        taut_order_add(order, seats);
    }
}

void taut_contacts_order_faces(taut_contacts* k, const taut_blueprint* p)
{
    if (k->face_room == 0) {
        return;
    }
    taut_contact_order order = begin(k, &k->face_colours, 3, k->face_room);
    tell_faces(&order, p);
    taut_order_place(&order, k);
    tell_faces(&order, p);
    k->face_count = taut_order_end(&order);
}
