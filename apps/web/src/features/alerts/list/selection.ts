/** The selection after a press; with shift from the last selected row to this one. `order`: the ids in display order. */
export function toggle(before: ReadonlySet<string>, id: string, isRange: boolean, order: readonly string[]): ReadonlySet<string> {
  const next = new Set(before);
  const from = isRange ? order.indexOf([...before].at(-1) ?? '') : -1;
  const to = order.indexOf(id);
  if (from >= 0 && to >= 0) order.slice(Math.min(from, to), Math.max(from, to) + 1).forEach((one) => next.add(one));
  else if (!next.delete(id)) next.add(id);
  return next;
}
