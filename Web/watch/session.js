// One session of WHEP or WHIP: an offer, its answer, and the end (RFC 9725).

import { iceServers } from './servers.js';

// Milliseconds for an answer.
const ANSWER_TIME = 15_000;

export class Session {
  #endpoint;
  #token;
  #place;

  constructor(endpoint, token) {
    this.#endpoint = endpoint;
    this.#token = token;
  }

  /** They have to be known before an offer is made. Who tells of none is not asked why. */
  async servers() {
    const response = await fetch(this.#endpoint, {
      method: 'OPTIONS',
      headers: this.#authorization,
      signal: AbortSignal.timeout(ANSWER_TIME),
    });
    return response.ok ? iceServers(response.headers.get('Link')) : [];
  }

  /** The answer. Rejects with `{ status, retryAfter }` when the server refuses, without them when nobody
   * answers. */
  async post(sdp) {
    const response = await fetch(this.#endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/sdp', ...this.#authorization },
      body: sdp,
      signal: AbortSignal.timeout(ANSWER_TIME),
    });
    if (response.status !== 201) {
      const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
      throw { status: response.status, retryAfter: Number.isNaN(seconds) ? undefined : seconds };
    }
    const place = new URL(response.headers.get('Location') ?? '', response.url);
    if (place.origin === location.origin) this.#place = place;
    return response.text();
  }

  /** The server learns at once that a place is free. */
  leave() {
    if (!this.#place) return;
    fetch(this.#place, { method: 'DELETE', headers: this.#authorization, keepalive: true })
      .catch(() => {});
    this.#place = undefined;
  }

  get #authorization() {
    return this.#token ? { Authorization: `Bearer ${this.#token}` } : {};
  }
}
