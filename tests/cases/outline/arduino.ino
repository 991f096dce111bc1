// Blinks when a book is taken.
#include <Servo.h>
#define LED_PIN 13

const int sensorPin = A0;
int value = 0;
Servo door;

struct Reading {
  int level;
  unsigned long when;
};

class Blinker {
 public:
  Blinker(int pin) : pin_(pin) {}
  void blink();

 private:
  int pin_;
};

void Blinker::blink() {
  digitalWrite(pin_, HIGH);
}

void setup() {
  pinMode(LED_PIN, OUTPUT);
  Serial.begin(9600);
}

void loop() {
  value = analogRead(sensorPin);
  if (value > 500) {
    door.write(90);
  } else {
    delay(10);
  }
}
