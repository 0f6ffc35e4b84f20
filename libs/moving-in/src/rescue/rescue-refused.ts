/** It can’t be done as requested. The message tells what to do. */
export class RescueRefused extends Error {
  override readonly name = 'RescueRefused';
}
