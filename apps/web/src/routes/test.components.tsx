import { createFileRoute, notFound } from '@tanstack/react-router';
import { loadCaller } from '../app/load-caller.js';
import { ComponentSheet } from '../ui/sheet/component-sheet.js';

/** On the controllable clock alone, as the routes of tests. */
export const Route = createFileRoute('/test/components')({
  beforeLoad: async ({ context: { client } }) => {
    const { status } = await loadCaller(client);
    if (status.clock !== 'manual') throw notFound();
  },
  component: ComponentSheet,
});
