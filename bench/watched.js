// What the browser itself measures of a page: paints, shifts, long tasks, the time from a touch to the next paint.
(() => {
  const seen = { paints: {}, largest: 0, shifts: [], tasks: [], touches: [] };
  window.benchSeen = seen;
  const watch = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  watch("paint", (each) => (seen.paints[each.name] = each.startTime));
  watch("largest-contentful-paint", (each) => (seen.largest = each.startTime));
  watch("layout-shift", (each) => seen.shifts.push({ value: each.value, touched: each.hadRecentInput }));
  watch("longtask", (each) => seen.tasks.push({ at: each.startTime, ms: each.duration }));
  const touch = (each) => each.interactionId && seen.touches.push({ name: each.name, ms: each.duration });
  watch("event", touch, { durationThreshold: 16 });
  // From a tap on `button` until each of what is `watched` holds another text and that is painted.
  window.benchSwap = (button, watched) => {
    const text = (part) => [...document.querySelectorAll(part)].map((each) => each.textContent).join();
    const before = new Map(watched.map((part) => [part, text(part)]));
    seen.swaps = {};
    let begun = 0;
    document.addEventListener(
      "click",
      (event) => {
        if (!begun && event.target.closest(button)) begun = event.timeStamp;
      },
      { capture: true },
    );
    const observer = new MutationObserver(() => {
      if (!begun) return;
      for (const [part, old] of before) {
        if (text(part) === old) continue;
        before.delete(part);
        requestAnimationFrame(() => setTimeout(() => (seen.swaps[part] = performance.now() - begun)));
      }
      if (!before.size) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  };
})();
