import { createServer } from 'node:http';
import { Server } from 'socket.io';

// The ceiling: sends a request’s body to every socket, without deciding or storing anything.
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    io.emit('row', JSON.parse(text));
    response.end('{}');
  });
});
const io = new Server(server, { path: '/live', transports: ['websocket'], serveClient: false });
server.listen(0, '127.0.0.1', () => console.log(`listens on http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
