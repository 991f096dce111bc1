// A page that was opened from a disk may not start a worker, and the search is one. Here it runs in a frame of the page instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.waiting = [];
      const start = () => {
        this.frame = document.createElement("iframe");
        this.frame.hidden = true;
        document.body.append(this.frame);
        const inside = this.frame.contentWindow;
        const answer = (data) => {
          const event = new MessageEvent("message", { data });
          this.dispatchEvent(event);
          this.onmessage?.(event);
        };
        inside.postMessage = (data) => setTimeout(() => answer(data));
        const script = inside.document.createElement("script");
        script.src = new URL(url, location.href);
        script.onload = () => {
          const waiting = this.waiting;
          this.waiting = null;
          waiting.forEach((data) => this.postMessage(data));
        };
        inside.document.body.append(script);
      };
      document.body ? start() : addEventListener("DOMContentLoaded", start);
    }

    postMessage(data) {
      if (this.waiting) {
        this.waiting.push(data);
        return;
      }
      const inside = this.frame.contentWindow;
      inside.dispatchEvent(new inside.MessageEvent("message", { data }));
    }

    terminate() {
      this.frame?.remove();
    }
  };
}
