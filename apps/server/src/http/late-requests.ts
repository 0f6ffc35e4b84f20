import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where tables that are imported are sent to. */
export const uploadPath = '/api/imports';

const isUpload = ({ method, url = '' }: IncomingMessage): boolean => method === 'POST' && url.split('?', 1)[0] === uploadPath;

/**
 * Ends a request that has not sent all of it so many milliseconds after its headers: with 408 where nothing was answered yet. A table that is
 * imported has the time of the whole server, until it is answered: who is refused sends no more.
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
