// Keys, and the ids that follow from them as on the server: so a phone can name what is not made yet.
const KEY_LENGTH = 22;
const [VERSION, VARIANT] = [0x50, 0x80];

export const newKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, KEY_LENGTH);
};

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// A name-based UUID (version 5).
export const namedId = async (space, name) => {
  const bytes = space.replaceAll("-", "").match(/../g).map((pair) => parseInt(pair, 16));
  const hash = await crypto.subtle.digest("SHA-1", new Uint8Array([...bytes, ...new TextEncoder().encode(name)]));
  const id = new Uint8Array(hash).slice(0, 16);
  id[6] = (id[6] & 0x0f) | VERSION;
  id[8] = (id[8] & 0x3f) | VARIANT;
  return hex(id).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

// What confirms that an ending moves, by its facts (games/sheet.js).
export const fingerprint = async (facts) => (facts === null ? "running"
  : hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(facts)))).slice(0, 32));
