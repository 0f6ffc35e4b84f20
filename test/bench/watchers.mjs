import { io } from 'socket.io-client';

// A process with many sockets, like browsers; each records when it receives the row it waits for.
const { url, path, auth, count, watch } = JSON.parse(process.argv[2]);
let waiting;

const heard = (socket, message) => {
  if (!waiting || waiting.seen.has(socket) || message.id !== waiting.id || message.row.status !== waiting.status) return;
  waiting.seen.set(socket, process.hrtime.bigint());
  if (waiting.seen.size < count) return;
  process.send({ at: [...waiting.seen.values()].map(String), message });
  waiting = undefined;
};

const connect = () =>
  new Promise((resolve, reject) => {
    const socket = io(url, { path, auth, transports: ['websocket'], forceNew: true, reconnection: false });
    socket.on('row', (message) => heard(socket, message));
    socket.on('connect_error', reject);
    socket.on('connect', () => (watch.length > 0 ? socket.emit('watch', watch, resolve) : resolve()));
  });

process.on('message', ({ id, status }) => {
  waiting = { id, status, seen: new Map() };
  process.send({ waits: true });
});
process.on('disconnect', () => process.exit(0));

for (let done = 0; done < count; done += 50) await Promise.all(Array.from({ length: Math.min(50, count - done) }, connect));
process.send({ ready: true });
