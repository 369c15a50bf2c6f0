// Servers that help through networks which let nothing else pass (RFC 9725, 4.6).

// One link of a Link field, and one of its parameters (RFC 8288, 3).
const LINK = /<([^>]*)>((?:\s*;\s*[\w-]+\s*=\s*(?:"(?:\\.|[^"\\])*"|[^",;\s]+))*)/g;
const PARAMETER = /;\s*([\w-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^",;\s]+))/g;

/** What a Link field tells of, as RTCPeerConnection wants it. */
export function iceServers(field) {
  const servers = [];
  for (const [, target, rest] of (field ?? '').matchAll(LINK)) {
    const named = {};
    for (const [, name, quoted, plain] of rest.matchAll(PARAMETER)) {
      named[name.toLowerCase()] ??= quoted?.replace(/\\(.)/g, '$1') ?? plain;
    }
    if (named.rel?.toLowerCase() !== 'ice-server') continue;
    servers.push(named.credential === undefined
      ? { urls: target }
      : { urls: target, username: named.username ?? '', credential: named.credential });
  }
  return servers;
}
