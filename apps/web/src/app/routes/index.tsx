import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/')({ component: Welcome });

function Welcome() {
  return (
    <main className="mx-auto max-w-xl p-8">
      <h1 className="text-2xl font-semibold">Tocsin</h1>
      <p className="mt-2 text-neutral-600 dark:text-neutral-400">Nothing is burning.</p>
    </main>
  );
}
