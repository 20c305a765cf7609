// handshake.h - what both ends of a WebSocket must agree on (RFC 6455, 1.3).
#ifndef PENTACLE_SERVER_HANDSHAKE_H
#define PENTACLE_SERVER_HANDSHAKE_H

enum { HANDSHAKE_KEY_SIZE = 24, HANDSHAKE_ACCEPT_MAX = 32 };

// The Sec-WebSocket-Accept that answers a Sec-WebSocket-Key of 24 characters.
void handshake_accept(const char *key, char out[HANDSHAKE_ACCEPT_MAX]);

#endif
