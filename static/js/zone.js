// A new group's evenings are dated where it was started: the browser knows its time zone, the server does not.
"use strict";
for (const field of document.querySelectorAll("input[name=zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || field.value;
}
