/** What links and codes need of the vault: at least 16 bytes that only this installation can make, another key for each purpose. */
export interface Macs {
  mac(purpose: string, text: string): Buffer;
}
