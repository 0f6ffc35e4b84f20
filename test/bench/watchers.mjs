import { io } from 'socket.io-client';

// A process with many sockets, like browsers; each records when it receives the row it waits for.
const { url, path, auth, count, watch } = JSON.parse(process.argv[2]);
let pendingMessage;

const handleMessage = (socket, message) => {
  if (
    !pendingMessage ||
    pendingMessage.seen.has(socket) ||
    message.id !== pendingMessage.id ||
    message.row.status !== pendingMessage.status
  )
    return;
  pendingMessage.seen.set(socket, process.hrtime.bigint());
  if (pendingMessage.seen.size < count) return;
  process.send({ at: [...pendingMessage.seen.values()].map(String), message });
  pendingMessage = undefined;
};

const connect = () =>
  new Promise((resolve, reject) => {
    const socket = io(url, { path, auth, transports: ['websocket'], forceNew: true, reconnection: false });
    socket.on('row', (message) => handleMessage(socket, message));
    socket.on('connect_error', reject);
    socket.on('connect', () => (watch.length > 0 ? socket.emit('watch', watch, resolve) : resolve()));
  });

process.on('message', ({ id, status }) => {
  pendingMessage = { id, status, seen: new Map() };
  process.send({ waits: true });
});
process.on('disconnect', () => process.exit(0));

for (let connectedCount = 0; connectedCount < count; connectedCount += 50)
  await Promise.all(Array.from({ length: Math.min(50, count - connectedCount) }, connect));
process.send({ ready: true });
