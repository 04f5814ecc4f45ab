// What works without a network, begun when the page can be used. Needs https, or this very machine.
import * as box from "./box.js";
import * as copies from "./copies.js";
import * as deciding from "./deciding.js";
import { deliver, parkGroup, token } from "./delivery.js";
import * as sheet from "./sheet.js";

const silently = (promise) => promise.catch(() => { /* no network, or no storage: the page works as it did before */ });

silently(sheet.begin());
silently(box.begin());
silently(deliver());
silently(deciding.begin().then(deliver));
silently(copies.begin(token, parkGroup));
