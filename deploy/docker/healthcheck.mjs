// Exits with 0 if every process that listens in this container is alive, and there is one. `/ready` is no measure of
// health: a restart does not help while a database is down.
const ports = [process.env.PORT || "8080", process.env.DELIVERY_PORT || "8081"];

/** Whether the process on a port is alive; null: nothing listens there. */
async function isAlive(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4000) });
    return response.ok;
  } catch (error) {
    return error.cause?.code === "ECONNREFUSED" ? null : false;
  }
}

const answers = (await Promise.all(ports.map(isAlive))).filter((alive) => alive !== null);
process.exit(answers.length > 0 && answers.every(Boolean) ? 0 : 1);
