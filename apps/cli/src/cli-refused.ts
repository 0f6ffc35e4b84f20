/** It can’t be done as it was asked. The message is a sentence for the operator, and says what to do. */
export class CliRefused extends Error {
  override readonly name = 'CliRefused';
}
