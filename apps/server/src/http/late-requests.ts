import type { IncomingMessage, ServerResponse } from 'node:http';

export const uploadPath = '/api/imports';

const isUpload = ({ method, url = '' }: IncomingMessage): boolean => method === 'POST' && url.split('?', 1)[0] === uploadPath;

/**
 * Ends a request that is still incomplete this many milliseconds after its headers, with 408 if it has no response yet. An upload may use the
 * server’s whole request timeout until it is answered: a refused client stops sending.
 */
export const endLate = (request: IncomingMessage, response: ServerResponse, within: number): void => {
  const end = (): void => {
    if (request.complete) return;
    if (response.headersSent) return void request.destroy();
    response.writeHead(408, { connection: 'close' });
    response.end(() => request.destroy());
  };
  const begin = (): void => {
    const timer = setTimeout(end, within);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  };
  if (isUpload(request)) response.once('finish', begin);
  else begin();
};
