import type { Sender } from '../sender.js';
import { uptimeKumaWebhook } from './format.js';

export const uptimeKuma: Sender = {
  id: 'uptime-kuma',
  name: 'Uptime Kuma',
  about: 'Monitors of Uptime Kuma, by its webhook notification',
  format: uptimeKumaWebhook,
  steps: [
    {
      says: 'In Uptime Kuma, open Settings > Notifications > Setup Notification, and choose the notification type Webhook.',
      snippet: null,
    },
    { says: 'Paste this into Post URL. Leave Request Body at Preset - application/json.', snippet: '{address}\n' },
    {
      says: 'Press Test: it opens a test alert, which pages nobody. Then save, and turn the notification on for your monitors.',
      snippet: null,
    },
  ],
  test: 'The button Test opens a test alert, which pages nobody and ends after ten minutes.',
  resolves: 'A monitor that is up again resolves what it opened; pending and maintenance change nothing.',
  traps: [
    'A monitor that is paused or deleted while it is down never resolves: resolve it here.',
    'Uptime Kuma never sends a message again that was refused.',
  ],
  snippet: null,
  marks: ['heartbeat', 'monitor'],
  example: () => ({
    heartbeat: { monitorID: 1, status: 0, msg: 'timeout of 48000ms exceeded', important: true },
    monitor: { id: 1, name: 'try-tocsin', type: 'http', url: 'https://shop.example.org' },
    msg: '[try-tocsin] [Down] timeout of 48000ms exceeded',
  }),
};
