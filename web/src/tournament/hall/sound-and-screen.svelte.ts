/** Browser permissions of a hall's screen: to play sound, and to keep the screen on. */

import { isAudible, resumeAudio } from "../../lib/view/sound.ts";

class SoundState {
  /** Whether the bell would be heard now. */
  now = $state(isAudible());
  #asking = false;

  /** Asks the browser to start audio; works only upon a user's action. */
  async ask(): Promise<void> {
    if (this.#asking || isAudible()) return;
    this.#asking = true;
    await resumeAudio(() => (this.now = isAudible()));
    this.#asking = false;
  }
}

export const sound = new SoundState();

/** Keeps the screen on, where the browser can; returns a function that ends that. */
export function keepScreenOn(): () => void {
  let over = false;
  let lock: WakeLockSentinel | undefined;
  const ask = async (): Promise<void> => {
    if (over || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (over) await lock.release();
    } catch {
      // the browser has no wake lock, or not now
    }
  };
  void ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}

/** Switches the page to full screen and back; does nothing if the browser does not allow it. */
export async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    // the browser does not allow it
  }
}
