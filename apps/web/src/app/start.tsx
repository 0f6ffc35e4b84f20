import '@fontsource-variable/inter';
import '../main.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError, isNotLoaded } from '../data/cache/api.js';
import { isNewerServed } from '../data/offline/release.js';
import { createClient } from './client.js';
import { createAppRouter } from './router.js';

// after an update of the server the old files are gone: load the page again, which names the new ones. Where merely the network went, what is
// shown stays: loaded again now there would be nothing
addEventListener('vite:preloadError', () => void isNewerServed().then((isNewer) => isNewer && location.reload()));

const client = createClient();
const router = createAppRouter(client);

// failed requests are shown on the screen: only our own bugs belong on the console
const onCaughtError = (error: unknown) => error instanceof ApiError || isNotLoaded(error) || console.error(error);

createRoot(document.getElementById('root')!, { onCaughtError }).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
