/** The most packets that may wait for one socket, and the most bytes that its connection has not taken. */
const maxPackets = 2_000;
const maxBytes = 16 * 1024 * 1024;

/** engine.io’s queue for a connection, for any transport: its types hide these fields, and there is no other way to read the backlog. */
interface SendQueue {
  readonly writeBuffer: { readonly length: number };
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
}

/** Whether the backlog of this connection is too large to be worth sending. */
export const isFarBehind = (connection: object): boolean => {
  const { writeBuffer, transport } = connection as SendQueue;
  return writeBuffer.length > maxPackets || (transport.socket?.bufferedAmount ?? 0) > maxBytes;
};
