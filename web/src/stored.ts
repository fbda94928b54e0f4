// stored.ts: values that this browser keeps between visits, as JSON in its local storage.

/** The value of a key; null without one, without storage, or if another program has stored a text that is not JSON. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value under a key.  Returns false if there is no storage, or no room in it. */
export function store(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
