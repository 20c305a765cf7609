// hash.h - a fast 64-bit hash of bytes, the same on every machine. For telling positions apart, not
// for secrets; files are sealed with SHA-256 (match/replay.c).
#ifndef PENTACLE_BASE_HASH_H
#define PENTACLE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *bytes, size_t size);
uint64_t hash_mix(uint64_t hash, uint64_t value); // fold one more number in

#endif
