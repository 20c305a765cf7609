// net.h - a line to a server: one WebSocket, read by a thread of its own, so that the server's
// pings are answered while a person thinks.
#ifndef PENTACLE_CLI_NET_H
#define PENTACLE_CLI_NET_H

#include "base/error.h"
#include "base/text.h"

struct net;

// "http://host:port" or "https://host"; then the certificate is checked. NULL on failure.
struct net *net_open(const char *url, struct error *);
void        net_close(struct net *); // accepts NULL

bool net_send(struct net *, struct text); // false: the line is gone
// The next message, to be freed; waits at most so many milliseconds. NULL: none came, or the line
// is gone (net_is_open).
char *net_receive(struct net *, unsigned ms);
bool  net_is_open(struct net *);

#endif
