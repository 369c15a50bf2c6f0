// Keeps a stream going: one viewing after the other, with pauses that grow while nothing answers.

import { Viewing } from './viewing.js';

const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 15;
// A connection that stutters often comes back by itself.
const PATIENCE = 2_000;

export class Watching {
  #endpoint;
  #token;
  #onState;
  #onStream;
  #viewing;
  #timer;
  #pause = FIRST_PAUSE;
  #wasLive = false;
  #isClosed = false;

  /** @param onState called with a state and a detail: seconds, or words. */
  constructor({ endpoint, token, onState, onStream }) {
    this.#endpoint = endpoint;
    this.#token = token;
    this.#onState = onState;
    this.#onStream = onStream;
  }

  /** The RTCPeerConnection of now, or undefined. */
  get connection() {
    return this.#viewing?.connection;
  }

  useToken(token) {
    this.#token = token;
    this.tryNow();
  }

  tryNow() {
    this.#isClosed = false;
    this.#pause = FIRST_PAUSE;
    this.#start();
  }

  /** Tells the server, also when the page goes away. */
  close() {
    this.#isClosed = true;
    this.#stop();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#viewing?.close();
    this.#viewing = undefined;
  }

  async #start() {
    this.#stop();
    this.#onState(this.#wasLive ? 'reconnecting' : 'connecting', 0);
    const viewing = new Viewing(this.#endpoint, this.#token);
    this.#viewing = viewing;
    const isOld = () => this.#isClosed || this.#viewing !== viewing;
    viewing.onStream = (stream) => isOld() || this.#onStream(stream);
    viewing.onConnection = (state) => isOld() || this.#follow(state);
    try {
      await viewing.start();
    } catch (refusal) {
      if (!isOld()) this.#refused(refusal);
    }
  }

  #follow(state) {
    clearTimeout(this.#timer);
    switch (state) {
      case 'connected':
        this.#wasLive = true;
        this.#pause = FIRST_PAUSE;
        this.#onState('live');
        break;
      case 'disconnected':
        this.#timer = setTimeout(() => this.#start(), PATIENCE);
        break;
      case 'ended':
        this.#stop();
        this.#wait('ended', 3);
        break;
      case 'failed':
        this.#stop();
        this.#countDown(this.#nextPause());
        break;
      default:
    }
  }

  #refused(refusal) {
    this.#stop();
    const status = refusal.status ?? 0;
    if (status === 401 || status === 403) {
      this.#onState('token', this.#token !== '');
    } else if (status === 409) {
      this.#wait(this.#wasLive ? 'ended' : 'waiting', refusal.retryAfter ?? 5);
    } else if (status === 429 || status === 503) {
      this.#wait('full', refusal.retryAfter ?? 5);
    } else if (status >= 400 && status < 500) {
      this.#onState('refused', `The server has no stream for this page (${status}).`);
    } else {
      // No answer, or a server that is just starting.
      this.#countDown(this.#nextPause());
    }
  }

  /** Not all pages come back at the same moment. */
  #nextPause() {
    const pause = this.#pause;
    this.#pause = Math.min(pause * 2, LONGEST_PAUSE);
    return Math.max(1, Math.round(pause * (0.75 + Math.random() / 2)));
  }

  #wait(state, seconds) {
    this.#onState(state);
    this.#timer = setTimeout(() => this.#start(), Math.min(Math.max(seconds, 1), 60) * 1_000);
  }

  #countDown(seconds) {
    this.#onState('reconnecting', seconds);
    this.#timer = setTimeout(
      () => (seconds > 1 ? this.#countDown(seconds - 1) : this.#start()), 1_000);
  }
}
