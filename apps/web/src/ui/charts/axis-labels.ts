/** A place on the axis along the bottom of a plot. */
export interface Slot {
  readonly key: string;
  /** `30 Oct`: on the axis. */
  readonly label: string;
  /** `Fri 30 Oct`: in the read-out. */
  readonly name: string;
  readonly isWeekend?: boolean;
  /** The first of a week, or of whatever else is labelled. */
  readonly isFirst?: boolean;
}

export interface AxisLabel {
  readonly index: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Pixels that a label needs, with the space after it. */
const room = 62;

/** Labels that don’t touch: the first and the last slot, and firsts of weeks between them, as many as there is room for. */
export function axisLabels(slots: readonly Slot[], slotWidth: number): readonly AxisLabel[] {
  const last = slots.length - 1;
  if (last < 0) return [];
  const labels: AxisLabel[] = [{ index: 0, text: slots[0]!.label, anchor: 'start' }];
  let end = room;
  for (const [index, slot] of slots.entries()) {
    const x = (index + 0.5) * slotWidth;
    const isFree = x - room / 2 >= end && x + room / 2 <= last * slotWidth + slotWidth - room;
    if (!slot.isFirst || !isFree) continue;
    labels.push({ index, text: slot.label, anchor: 'middle' });
    end = x + room / 2;
  }
  if (last > 0 && slots.length * slotWidth >= 2 * room) labels.push({ index: last, text: slots[last]!.label, anchor: 'end' });
  return labels;
}
