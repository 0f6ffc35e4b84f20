/** It can’t be done as requested. The message tells the operator what to do. */
export class CliRefused extends Error {
  override readonly name = 'CliRefused';
}
