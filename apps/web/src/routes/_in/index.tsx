import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_in/')({
  beforeLoad: () => {
    throw redirect({ to: '/alerts' });
  },
});
