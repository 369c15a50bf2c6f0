// A stream that is watched: its connection, from the offer to the end.

import { Session } from './session.js';

// Milliseconds for a connection after the answer.
const CONNECT_TIME = 12_000;

export class Viewing {
  connection;
  onStream = () => {};
  onConnection = () => {};
  #session;
  #timer;
  #isClosed = false;

  constructor(endpoint, token) {
    this.#session = new Session(endpoint, token);
  }

  /** Rejects as `Session.post` does. */
  async start() {
    const servers = await this.#session.servers();
    if (this.#isClosed) return;
    const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle', iceServers: servers });
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
    const answer = await this.#session.post(connection.localDescription.sdp);
    if (this.#isClosed) return this.#session.leave();
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
    this.#session.leave();
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
