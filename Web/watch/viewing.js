// One session of WHEP: an offer, its answer, the stream, and the end.

// Seconds for an answer, and for a connection after it.
const ANSWER_TIME = 15_000;
const CONNECT_TIME = 12_000;

export class Viewing {
  connection;
  onStream = () => {};
  onConnection = () => {};
  #endpoint;
  #token;
  #session;
  #timer;
  #isClosed = false;

  constructor(endpoint, token) {
    this.#endpoint = endpoint;
    this.#token = token;
  }

  /** Rejects with `{ status, retryAfter }` when the server refuses, without them when nobody answers. */
  async start() {
    const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    this.connection = connection;
    for (const kind of ['video', 'audio']) {
      connection.addTransceiver(kind, { direction: 'recvonly' });
    }
    const stream = new MediaStream();
    connection.addEventListener('track', ({ track }) => stream.addTrack(track));
    connection.addEventListener('connectionstatechange', () => this.#changed());
    const offer = await connection.createOffer();
    // Stereo is there for who asks.
    offer.sdp = offer.sdp.replace(/(a=fmtp:\d+ [^\r\n]*useinbandfec=1)/g, '$1;stereo=1');
    await connection.setLocalDescription(offer);
    const answer = await this.#post(connection.localDescription.sdp);
    if (this.#isClosed) return this.#leave();
    await connection.setRemoteDescription({ type: 'answer', sdp: answer });
    // Whole: whether a browser lets it play depends on whether there is sound in it.
    this.onStream(stream);
    this.#timer = setTimeout(() => this.onConnection('failed'), CONNECT_TIME);
    this.#watchEnd();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.connection?.close();
    this.#leave();
  }

  async #post(sdp) {
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
    const session = new URL(response.headers.get('Location') ?? '', response.url);
    if (session.origin === location.origin) this.#session = session;
    return response.text();
  }

  /** The server learns at once that a place is free. */
  #leave() {
    if (!this.#session) return;
    fetch(this.#session, { method: 'DELETE', headers: this.#authorization, keepalive: true })
      .catch(() => {});
    this.#session = undefined;
  }

  get #authorization() {
    return this.#token ? { Authorization: `Bearer ${this.#token}` } : {};
  }

  #changed() {
    const state = this.connection.connectionState;
    if (state !== 'connecting') clearTimeout(this.#timer);
    if (!this.#isClosed) this.onConnection(state);
  }

  /** A server that says goodbye closes DTLS: nobody has to wait for silence. */
  #watchEnd() {
    const transport = this.connection.getReceivers()[0]?.transport;
    transport?.addEventListener('statechange', () => {
      if (transport.state === 'closed' && !this.#isClosed) this.onConnection('ended');
    });
  }
}
