// notify.ts: notifications on this device: what it lacks for them, and its subscription at a push service.

/** Why this browser cannot be told anything: the page came over plain text, or the browser does not know how. */
export function lacking(): 'security' | 'support' | '' {
  if (!isSecureContext) return 'security';
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window ? '' : 'support';
}

async function manager(): Promise<PushManager> {
  await navigator.serviceWorker.register('/sw.js');
  return (await navigator.serviceWorker.ready).pushManager;
}

/** What a person calls this browser. */
export function nameOf(agent: string): string {
  const browser = ([['Edg', 'Edge'], ['OPR', 'Opera'], ['Firefox'], ['Chrome'], ['Safari']] as const).find(([sign]) => agent.includes(sign));
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'CrOS', 'Linux'].find((sign) => agent.includes(sign));
  return [browser?.[1] ?? browser?.[0], system].filter(Boolean).join(', ');
}

export interface Subscription {
  endpoint: string;
  key: string;
  auth: string;
  name: string;
}

/** Asks for permission, and subscribes; null: it was not given.  key: the server's. */
export async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const push = await manager();
  // One that was made with another key, or at the order of somebody else, would not do.
  await (await push.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (await push.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return null;
  return { endpoint, key: keys['p256dh'], auth: keys['auth'], name: nameOf(navigator.userAgent) };
}

/** This browser's subscription, if it has one. */
async function here(): Promise<PushSubscription | null> {
  if (lacking()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Where this browser is told things; '' if it is not. */
export async function endpointHere(): Promise<string> {
  return (await here())?.endpoint ?? '';
}

/** Ends what this browser is told, at its service. */
export async function unsubscribe(): Promise<void> {
  await (await here())?.unsubscribe();
}
