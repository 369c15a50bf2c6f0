/** Shows rows of a name and a value in a list of terms. */
export function fill(list, rows) {
  list.replaceChildren(...rows.flatMap(([name, value]) => {
    const term = document.createElement('dt');
    const words = document.createElement('dd');
    term.textContent = name;
    words.textContent = value;
    return [term, words];
  }));
}
