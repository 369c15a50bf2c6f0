// The running session, kept by the browser across a reload: an appended log in IndexedDB.
//
// A tab knows its log by a name in sessionStorage, which a reload keeps and a new tab does not have.
// A lock tells apart two tabs that were made from one another.

const DATABASE = 'faceboard';
const STORE = 'log';
const NAME = 'faceboard.session';
/** Logs that nobody came back to are dropped after this many milliseconds. */
const OLD = 14 * 24 * 3600 * 1000;

export class SessionStore {
  #database;
  #name;
  #next = 0;
  #queue = Promise.resolve();
  #fault = null;

  /** Null where the browser keeps nothing. */
  static async open() {
    try {
      const database = await new Promise((done, failed) => {
        const request = indexedDB.open(DATABASE, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
      const store = new SessionStore(database, await ownName());
      await store.#dropOld();
      return store;
    } catch {
      return null;
    }
  }

  constructor(database, name) {
    this.#database = database;
    this.#name = name;
  }

  /** The bytes of this tab's log; null when there are none. */
  async read() {
    const parts = await this.#transact('readonly', store => store.getAll(this.#range()));
    if (parts.length === 0) return null;
    this.#next = parts.length;
    const size = parts.reduce((sum, part) => sum + part.bytes.length, 0);
    const bytes = new Uint8Array(size);
    let place = 0;
    for (const part of parts) {
      bytes.set(part.bytes, place);
      place += part.bytes.length;
    }
    return bytes;
  }

  /** Adds to the log. Answers at once; what cannot be kept is told by `onFault`, once. */
  append(bytes) {
    const part = { bytes: bytes.slice(), time: Date.now() };
    this.#enqueue(() => this.#transact(
      'readwrite', store => store.put(part, [this.#name, this.#next++])));
  }

  /** Begins the log anew. */
  replace(bytes) {
    const part = { bytes: bytes.slice(), time: Date.now() };
    this.#enqueue(() => this.#transact('readwrite', store => {
      store.delete(this.#range());
      this.#next = 1;
      return store.put(part, [this.#name, 0]);
    }));
  }

  /** Resolves when all that was handed over is kept. */
  get isKept() {
    return this.#queue;
  }

  onFault = () => {};

  #enqueue(write) {
    this.#queue = this.#queue.then(write).catch(error => {
      if (!this.#fault) this.onFault(error);
      this.#fault = error;
    });
  }

  #range() {
    return IDBKeyRange.bound([this.#name, 0], [this.#name, Infinity]);
  }

  #transact(mode, act) {
    return new Promise((done, failed) => {
      const transaction = this.#database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request.result);
      transaction.onerror = () => failed(transaction.error);
      transaction.onabort = () => failed(transaction.error);
    });
  }

  async #dropOld() {
    const before = Date.now() - OLD;
    await new Promise((done, failed) => {
      const transaction = this.#database.transaction(STORE, 'readwrite');
      const last = new Map();
      transaction.objectStore(STORE).openCursor().onsuccess = ({ target }) => {
        const cursor = target.result;
        if (cursor) {
          last.set(cursor.key[0], cursor.value.time);
          cursor.continue();
          return;
        }
        for (const [name, time] of last) {
          if (time < before && name !== this.#name) {
            transaction.objectStore(STORE).delete(IDBKeyRange.bound([name, 0], [name, Infinity]));
          }
        }
      };
      transaction.oncomplete = done;
      transaction.onerror = () => failed(transaction.error);
    });
  }
}

async function ownName() {
  const stored = sessionStorage.getItem(NAME);
  if (stored && await isFree(stored)) return stored;
  const made = crypto.randomUUID();
  sessionStorage.setItem(NAME, made);
  await isFree(made);
  return made;
}

/** Takes the lock of a name for as long as the page lives; false when another tab holds it. */
function isFree(name) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise(answer => {
    navigator.locks.request(`${NAME}.${name}`, { ifAvailable: true }, lock => {
      answer(lock !== null);
      return lock === null ? undefined : new Promise(() => {});
    });
  });
}
