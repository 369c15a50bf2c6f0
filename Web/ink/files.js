// Boards and pictures as files: by buttons, by keys, and dropped on the page.

const LINE_FEED = 10;
/** A larger file is no session of a person; reading it would only fill the memory. */
const LARGEST_FILE = 512 * 1024 * 1024;

export class Files {
  #desk;
  #session;
  #input;

  constructor(desk, session, stage, input) {
    this.#desk = desk;
    this.#session = session;
    this.#input = input;
    input.addEventListener('change', () => {
      const [file] = input.files;
      input.value = '';
      if (file) this.open(file);
    });
    this.#receive(stage);
  }

  choose() {
    this.#input.click();
  }

  async open(file) {
    if (file.size > LARGEST_FILE) {
      this.#desk.messages.fault(`${file.name} is too large to open here; nothing was changed.`);
      return;
    }
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch (error) {
      this.#desk.messages.fault(`${file.name} could not be read: ${error.message}`);
      return;
    }
    await this.#session.open(bytes, file.name);
  }

  saveBoard() {
    const { board } = this.#desk;
    save(new Blob(fitted(board), { type: 'application/x-ndjson' }), `${stamp()}.board`);
    this.#session.noteSaved();
  }

  async savePicture() {
    save(await this.#desk.surface.toBlob('image/png'), `${stamp()}.png`);
  }

  /** Files that are dragged over the window. */
  #receive(stage) {
    let depth = 0;
    const show = () => stage.classList.toggle('receives', depth > 0);
    const holdsFile = event => event.dataTransfer?.types.includes('Files');
    addEventListener('dragenter', event => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      depth += 1;
      show();
    });
    addEventListener('dragleave', () => {
      depth = Math.max(depth - 1, 0);
      show();
    });
    addEventListener('dragover', event => {
      if (holdsFile(event)) event.preventDefault();
    });
    addEventListener('drop', event => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      depth = 0;
      show();
      const files = [...event.dataTransfer.files];
      if (files.length > 1) this.#desk.messages.note('One board at a time: the first is opened.');
      if (files.length > 0) this.open(files[0]);
    });
  }
}

/**
 * The text of a session, in parts. A board that was begun in a window has the window's edges; where
 * ink lies beyond them they go, so that whoever shows the board shows all of it.
 */
function fitted(board) {
  const text = board.saveText();
  const { edges } = board;
  const ink = board.contentBounds();
  const isInside = !ink || ink.x >= 0 && ink.y >= 0 && ink.x + ink.width <= edges?.width
    && ink.y + ink.height <= edges?.height;
  if (!edges || isInside) return [text];
  const end = text.indexOf(LINE_FEED);
  const header = JSON.parse(new TextDecoder().decode(text.subarray(0, end)));
  delete header.width;
  delete header.height;
  return [JSON.stringify(header), text.subarray(end)];
}

function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A name by the time of day, such as `board 2026-03-14 15.09`. */
function stamp() {
  const now = new Date();
  const two = value => String(value).padStart(2, '0');
  return `board ${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} `
    + `${two(now.getHours())}.${two(now.getMinutes())}`;
}
