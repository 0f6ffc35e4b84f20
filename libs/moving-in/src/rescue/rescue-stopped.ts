/** The rescue can’t go on now. What it has stays, and the same command goes on from there. */
export class RescueStopped extends Error {
  override readonly name = 'RescueStopped';
}
