// A quiet place for words: what went wrong, and what can be done about it.

const NOTE_TIME = 4_000;
const FAULT_TIME = 12_000;
const MOST = 3;

export class Messages {
  #place;

  constructor(place) {
    this.#place = place;
  }

  note(text, action) {
    this.#show(text, 'note', NOTE_TIME + (action ? 4_000 : 0), action);
  }

  fault(text, action) {
    this.#show(text, 'fault', FAULT_TIME, action);
  }

  /** @param action `{ name, run }`: a button beside the words. */
  #show(text, kind, time, action) {
    const message = document.createElement('div');
    message.className = `message ${kind}`;
    const words = document.createElement('span');
    words.textContent = text;
    message.append(words);
    if (action) {
      message.append(button(action.name, () => {
        message.remove();
        action.run();
      }));
    } else if (kind === 'fault') {
      message.append(button('Close', () => message.remove()));
    }
    this.#place.append(message);
    while (this.#place.children.length > MOST) this.#place.firstChild.remove();
    setTimeout(() => message.remove(), time);
  }
}

function button(name, run) {
  const made = document.createElement('button');
  made.textContent = name;
  made.addEventListener('click', run);
  return made;
}
