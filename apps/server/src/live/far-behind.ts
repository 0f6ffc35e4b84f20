/** Packets that wait for one socket, or bytes that its connection has not taken. */
const packetsKept = 2_000;
const bytesKept = 16 * 1024 * 1024;

/** What engine.io keeps for a connection, over whichever transport: its types make a secret of it, and nothing else tells. */
interface Line {
  readonly writeBuffer: { readonly length: number };
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
}

/** Whether more waits for this connection than anybody would want to hear. */
export const isFarBehind = (connection: object): boolean => {
  const { writeBuffer, transport } = connection as Line;
  return writeBuffer.length > packetsKept || (transport.socket?.bufferedAmount ?? 0) > bytesKept;
};
