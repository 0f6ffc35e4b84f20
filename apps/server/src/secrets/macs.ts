/**
 * The part of the vault that links and codes need: MACs of at least 16 bytes that only this installation can compute, with a
 * separate key for each purpose.
 */
export interface Macs {
  mac(purpose: string, text: string): Buffer;
}
